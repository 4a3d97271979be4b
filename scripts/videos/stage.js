// Runs in the page: draws the scenes of a given second. Nothing moves unless `seek` is called.
const ease = (t) => 1 - (1 - Math.min(Math.max(t, 0), 1)) ** 3
const gentle = (t) => {
  const x = Math.min(Math.max(t, 0), 1)
  return x * x * (3 - 2 * x)
}

/** Prepares every line of a drawing to be drawn step by step, in the drawing order of the sheet. */
function prepare(svg) {
  const paths = [...svg.querySelectorAll('path')].filter((path) => !path.closest('clipPath'))
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.append(probe)
  const marks = paths.map((path, index) => {
    const style = getComputedStyle(path)
    const stroked = style.stroke !== 'none'
    const dashed = path.hasAttribute('stroke-dasharray')
    let longest = 0
    if (stroked && !dashed) {
      for (const part of path.getAttribute('d').split(/(?=M)/)) {
        probe.setAttribute('d', part)
        longest = Math.max(longest, probe.getTotalLength())
      }
    }
    return { path, longest, at: index / Math.max(paths.length, 1) }
  })
  probe.remove()
  return marks
}

function draw(marks, progress) {
  for (const { path, longest, at } of marks) {
    const own = gentle((progress - at * 0.55) / 0.45)
    if (longest > 0 && own < 1) {
      path.style.strokeDasharray = `${longest} ${longest + 1}`
      path.style.strokeDashoffset = String(longest * (1 - own))
      path.style.opacity = own === 0 ? '0' : '1'
    } else {
      path.style.strokeDasharray = ''
      path.style.strokeDashoffset = ''
      path.style.opacity = longest > 0 ? '1' : String(own)
    }
  }
}

window.stage = async (film) => {
  await document.fonts.ready
  const scenes = film.scenes.map((scene, index) => {
    const root = document.querySelector(`[data-scene="${index}"]`)
    const svg = root.querySelector('svg')
    svg.removeAttribute('width')
    svg.removeAttribute('height')
    svg.setAttribute('preserveAspectRatio', 'xMidYMid meet')
    return { ...scene, root, svg, marks: prepare(svg), parts: [...root.querySelectorAll('[data-part]')] }
  })
  window.seek = (second) => {
    let start = 0
    for (const [index, scene] of scenes.entries()) {
      const t = second - start
      start += scene.seconds
      const last = index === scenes.length - 1
      const shown = t >= 0 && t < scene.seconds
      scene.root.style.display = shown ? 'block' : 'none'
      if (!shown) continue
      scene.root.style.opacity = String(last ? 1 : ease((scene.seconds - t) / 0.45))
      draw(scene.marks, t / scene.drawSeconds)
      const p = gentle(t / scene.seconds)
      const box = scene.from.map((value, side) => value + (scene.to[side] - value) * p)
      scene.svg.setAttribute('viewBox', box.join(' '))
      for (const [order, part] of scene.parts.entries()) {
        const own = ease((t - 0.25 - order * 0.32) / 0.7)
        part.style.opacity = String(own)
        part.style.transform = `translateY(${(1 - own) * 14}px)`
      }
    }
  }
  window.seek(0)
}
