import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ConnectionLost, type FailureKind, failureOf, kindOf, violates } from '#platform/database/failures.ts'

const coded = (code: string, cause?: unknown): Error =>
  Object.assign(new Error(`failed ${code}`, { cause }), { code })
const said = (code: string, more = {}): Error =>
  Object.assign(new pg.DatabaseError('said by the server', 20, 'error'), { code, ...more })

const codes: Record<FailureKind, string[]> = {
  lost: [
    ...['08000', '08003', '08006', '08P01', '25006', '25P03', '25P04', '40003'],
    ...['57P01', '57P02', '57P03', '57P04', '57P05'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
  ],
  busy: ['40001', '40P01', '53100', '53200', '53300', '55P03', '57000', '57014', '58000', '58030'],
  other: [
    '22001',
    '23503',
    '23505',
    '23514',
    '25001',
    '25P02',
    '42501',
    '42P01',
    '55006',
    '28P01',
    '3D000',
  ].concat(['P0001', 'XX000', 'ENOENT', 'EACCES', 'ENOSPC', 'ERR_INVALID_ARG_TYPE', '']),
}

describe('what a failure says of the database', () => {
  test.each(Object.entries(codes).flatMap(([kind, list]) => list.map((code) => [code, kind])))(
    'given the code %j, then it is %s, said by the server, by a socket, or as the cause of another error',
    (code, kind) => {
      expect(kindOf(coded(code))).toBe(kind)
      expect(kindOf(said(code))).toBe(kind)
      expect(kindOf(new Error('wrapped', { cause: coded(code) }))).toBe(kind)
      expect(kindOf(Object.assign(new Error('driver'), { previous: coded(code) }))).toBe(kind)
      expect(kindOf(new AggregateError([coded('ENOENT'), coded(code)], 'all addresses'))).toBe(kind)
    },
  )

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('given that pg says %j, then the connection is lost', (sentence) => {
    expect(kindOf(new Error(sentence))).toBe('lost')
  })

  test('given a server that speaks of a connection in an error of a statement, then its code counts', () => {
    const error = Object.assign(new pg.DatabaseError('connection terminated', 20, 'error'), { code: 'P0001' })
    expect(kindOf(error)).toBe('other')
  })

  test.each([new Error('plain'), new TypeError('x is undefined'), 'ECONNREFUSED', null, undefined])(
    'given %o, then it is another failure',
    (error) => {
      expect(kindOf(error)).toBe('other')
    },
  )

  test('given errors that cause themselves, then looking for the cause ends', () => {
    const circle = new Error('circle')
    circle.cause = circle
    expect(kindOf(circle)).toBe('other')
    const all = new AggregateError([circle], 'all')
    all.errors.push(all)
    all.cause = all
    expect(kindOf(all)).toBe('other')
  })
})

test('given an error on a connection, then the session goes on only after the server’s error of a statement', () => {
  const duplicate = said('23505')
  expect(failureOf(duplicate)).toBe(duplicate)
  const ended = said('57P01')
  for (const error of [ended, coded('ECONNRESET'), new Error('anything that pg itself throws')]) {
    const failure = failureOf(error)
    expect(failure).toBeInstanceOf(ConnectionLost)
    expect(failure.cause).toBe(error)
    expect(kindOf(failure)).toBe('lost')
  }
})

test('given a row that is refused, then its table and its constraint are found, through causes', () => {
  const refused = said('23505', { table: 'commerce_order', constraint: 'commerce_order_one_open' })
  const wrapped = new Error('wrapped', { cause: refused })
  for (const error of [refused, wrapped]) {
    expect(violates(error, 'commerce_order')).toBe(true)
    expect(violates(error, 'commerce_order', 'commerce_order_one_open')).toBe(true)
    expect(violates(error, 'commerce_order', 'commerce_order_pkey')).toBe(false)
    expect(violates(error, 'commerce_invoice')).toBe(false)
  }
  expect(violates(said('23514', { table: 'commerce_invoice' }), 'commerce_invoice')).toBe(true)
  expect(violates(said('23503', { table: 'commerce_invoice' }), 'commerce_invoice')).toBe(false)
})
