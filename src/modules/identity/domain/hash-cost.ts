/** OWASP's minimum for argon2id; the library uses argon2id, version 19. Memory in KiB. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
