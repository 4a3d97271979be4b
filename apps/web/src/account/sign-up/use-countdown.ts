import { useEffect, useState } from 'react'
import { secondsLeft } from './code-input.ts'

/** Seconds until a time that `start` sets; computed from the clock, so that a sleeping tab does not delay it. */
export function useCountdown(initialMs = 0): { seconds: number; start: (ms: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + initialMs)
  const [seconds, setSeconds] = useState(() => secondsLeft(until, Date.now()))
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(until, Date.now()))
    tick()
    const timer = window.setInterval(tick, 250)
    return () => window.clearInterval(timer)
  }, [until])
  return { seconds, start: (ms) => setUntil(Date.now() + ms) }
}
