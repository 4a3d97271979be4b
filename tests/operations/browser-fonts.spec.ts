import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFontsIn } from '../support/browser.ts'

test('given the fonts that npm brought in a folder of the run, then their configuration names that folder, also when read again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unpacked-'))
  await mkdir(join(folder, 'fonts'))
  const file = join(folder, 'fonts/fonts.conf')
  await writeFile(
    file,
    '<dir>/opt/fonts</dir>\n<dir>/tmp/fonts</dir>\n<cachedir>/tmp/fonts-cache/</cachedir>\n',
  )
  for (const _ of ['first', 'again']) {
    await findFontsIn(folder)
    expect(await readFile(file, 'utf8')).toBe(
      `<dir>/opt/fonts</dir>\n<dir>${folder}/fonts</dir>\n<cachedir>${folder}/fonts-cache/</cachedir>\n`,
    )
  }
})
