/** One picture of a film with the text beside it. Times in seconds from the start of the scene. */
export interface Scene {
  seconds: number
  /** Name of a drawing in `apps/web/public/assets/art`. */
  art: string
  /** The part of the drawing that is shown, in its own units, at the start and at the end of the scene. */
  from: Box
  to: Box
  /** The drawing's box on the frame, in pixels. */
  place: { x: number; y: number; width: number; height: number }
  /** How many seconds the lines take to draw themselves. */
  drawSeconds: number
  words: {
    eyebrow?: string
    title: string
    lines?: string[]
    x: number
    y: number
    width: number
  }
}
/** Left, top, width, height. */
export type Box = readonly [x: number, y: number, width: number, height: number]

export interface Film {
  name: string
  seconds: number
  /** The second whose frame becomes the poster. */
  posterAt: number
  scenes: Scene[]
}

export const frame = { width: 1280, height: 720, perSecond: 24 } as const

/** A film of `scenes`; its length is their sum. */
export function film(name: string, posterAt: number, scenes: Scene[]): Film {
  return { name, posterAt, scenes, seconds: scenes.reduce((sum, scene) => sum + scene.seconds, 0) }
}

const stamp = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const milliseconds = Math.round((seconds - whole) * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `00:${two(Math.floor(whole / 60))}:${two(whole % 60)}.${String(milliseconds).padStart(3, '0')}`
}

/** The text of the film as WebVTT: one cue per scene, for screen readers. */
export function captionsOf({ scenes }: Film): string {
  let start = 0
  const cues = scenes.map(({ seconds, words }, index) => {
    const end = start + seconds
    const text = [words.title, ...(words.lines ?? [])].join('\n')
    const cue = `${index + 1}\n${stamp(start + 0.3)} --> ${stamp(end - 0.2)} line:0\n${text}`
    start = end
    return cue
  })
  return `WEBVTT\n\nNOTE The film has no sound. Its words stand in the picture too.\n\n${cues.join('\n\n')}\n`
}
