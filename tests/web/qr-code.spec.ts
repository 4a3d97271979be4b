import { describe, expect, it } from 'vitest'
import { qrPath } from '../../apps/web/src/staff/sign-in/qr-code.tsx'

const uri = 'otpauth://totp/Veralead:anna?issuer=Veralead&secret=FMZVASOL3WQSE3PU7YXLQDAFGYFRGBMZ&digits=6'

/** The modules of a drawing, true where it is dark. */
function modulesOf({ size, path }: { size: number; path: string }): boolean[][] {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[Number(y)]![Number(x)] = true
  return rows
}

describe('the QR code of a key', () => {
  it('given a text, then the margin is empty and the three corners have the marks that scanners look for', () => {
    const rows = modulesOf(qrPath(uri))
    const size = rows.length
    const empty = rows.flatMap((row, y) =>
      row.filter((dark, x) => dark && (Math.min(x, y) < 4 || Math.max(x, y) >= size - 4)),
    )
    expect(empty).toEqual([])
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
    const part = (left: number, top: number) =>
      finder.map((_, y) => finder.map((__, x) => (rows[top + y]![left + x] ? '#' : '.')).join(''))
    expect(part(4, 4)).toEqual(finder)
    expect(part(size - 11, 4)).toEqual(finder)
    expect(part(4, size - 11)).toEqual(finder)
    expect(part(size - 11, size - 11)).not.toEqual(finder)
  })

  it('given another key, then it is another drawing', () => {
    expect(qrPath(uri).path).not.toBe(qrPath(uri.replace('FMZV', 'FMZX')).path)
  })
})
