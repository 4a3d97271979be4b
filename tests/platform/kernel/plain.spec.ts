import { describe, expect, test } from 'vitest'
import { comparable, plain, plainDigits, visible } from '../../../src/platform/kernel/plain.ts'

describe('characters that people do not see or do not mean', () => {
  test.each([
    ['\u202aDana Fox\u202c\u200b', 'Dana Fox'],
    ['Mar\u00ada\u200d L\u200bopez\ufeff', 'Mara Lopez'],
    ['山田\u3000太郎', '山田 太郎'],
    ['Marie\u00a0Dupont\u2009Roy', 'Marie Dupont Roy'],
    ['Anne\u2010Sophie Jean\u2011Luc A\u2013B \u2212', 'Anne-Sophie Jean-Luc A-B -'],
    ['O\u2019Neil D\u2018Arcy L\u00b4Or', "O'Neil D'Arcy L'Or"],
    ['Ｄａｎａ　１２３＠', 'Dana 123@'],
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    // Accents stay as they were typed.
    ['Zoe\u0308', 'Zoe\u0308'],
    // Invisible letters of Korean, which would make a name that nobody sees.
    ['\u3164\u115f', ''],
    ['\u{e0041}A', 'A'],
  ])('%j is folded to %j', (typed, folded) => expect(plain(typed)).toBe(folded))

  test.each([
    // Persian, Hindi, Malayalam and Sinhala need their joiners; Japanese and Mongolian names the choice of a glyph.
    ...['علی\u200cرضا', 'क्\u200dष', 'മോഹന്\u200d', 'ශ්\u200dරී', '葛\u{e0100}城', 'ᠠᠷᠠᠬ\u180eᠠ'],
    // A compatibility character is another form of the name, not another width.
    ...['\ufa19谷', 'Ⅲ', 'Kaʻiulani', 'Gal·la', 'בן־גוריון'],
  ])('%j stays as it is', (name) => expect(plain(name)).toBe(name))

  test('a line of free text keeps its signs, and emoji stay whole', () => {
    for (const text of ['“Fox” – Söhne’s', '株式会社Ａ', '👩🏽‍💻 & ❤️‍🔥 1️⃣']) expect(visible(text)).toBe(text)
    expect(visible('Fox\u202e\u2066 & Co\u00a0KG')).toBe('Fox & Co KG')
  })

  test('the digits of every script are those of a keyboard', () => {
    for (const system of Intl.supportedValuesOf('numberingSystem').filter((each) => each !== 'hanidec')) {
      const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890)
      expect(plainDigits(written), system).toBe('1234567890')
    }
  })

  test('names that two keyboards write differently compare as the same', () => {
    expect(
      new Set(["Pat  O'Brien", 'pat o’brien', 'PAT\u00a0OʼBRIEN ', 'Ｐat O＇Brien'].map(comparable)).size,
    ).toBe(1)
  })

  test('folding twice changes nothing more, and costs little for long hostile text', () => {
    for (const unit of [
      'a',
      '\u200d',
      'ा\u200d',
      'e\u0301',
      '\u0301',
      '١',
      '\u{1d7ce}',
      ' ',
      '-\u200b',
      '👩\u200d',
    ]) {
      const text = unit.repeat(20_000)
      const once = plainDigits(text)
      expect(plainDigits(once)).toBe(once)
    }
  })
})
