import { ContainerModule } from 'inversify'
import { Config } from '../config/config.ts'
import { Telemetry } from '../telemetry/telemetry.ts'
import { Challenge, NoChallenge, Turnstile } from './turnstile.ts'

/** Turnstile when its keys are set; otherwise every call passes. */
export const challengeModule = new ContainerModule(({ bind }) => {
  bind(Challenge)
    .toResolvedValue(
      (config, telemetry): Challenge =>
        config.turnstile === undefined
          ? new NoChallenge()
          : new Turnstile(
              {
                secretKey: config.turnstile.secretKey,
                verifyUrl: config.turnstile.verifyUrl,
                ...(config.env === 'production' ? { hostname: new URL(config.publicUrl).hostname } : {}),
              },
              telemetry,
            ),
      [Config, Telemetry],
    )
    .inSingletonScope()
})
