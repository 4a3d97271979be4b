import { expect, it } from 'vitest'
import { AppError } from '#platform/kernel/error.ts'
import {
  evolve,
  fold,
  isLive,
  type Seat,
  type SeatEvent,
  seatsToClose,
} from '../../../../src/modules/leadership/cohorts/domain/seat.ts'
import {
  claim,
  invite,
  move,
  revoke,
} from '../../../../src/modules/leadership/cohorts/domain/seat-decisions.ts'
import {
  claimSeat,
  mostInvited,
  seatInvitation,
} from '../../../../src/modules/leadership/cohorts/seats/contract.ts'

const histories = process.env.LONG === '1' ? 10_000 : 300
const seed = Number(process.env.SEED ?? 20_261_124)

/** mulberry32: the same numbers for the same seed. */
function randomOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** An order of some seats with the refunds that were asked for. */
class Order {
  readonly logs = new Map<string, SeatEvent[]>()
  readonly refunds = new Map<string, { seats: number; state: 'asked' | 'done' | 'refused' }>()
  readonly bought: number
  over = false

  constructor(bought: number) {
    this.bought = bought
    for (let number = 1; number <= bought; number += 1) this.open(`seat-${number}`, number)
  }

  open(id: string, number: number): void {
    const data = { orderId: 'order', organizationId: 'organization', line: 1, number }
    this.logs.set(id, [{ type: 'SeatOpened', data }])
  }

  get seats(): (Seat & { number: number })[] {
    return [...this.logs].map(([id, events]) => {
      const seat = fold(id, events)
      return { ...seat, number: seat.opened!.number }
    })
  }

  append(id: string, events: SeatEvent[]): void {
    this.logs.get(id)!.push(...events)
  }

  /** Of a refund in this state. */
  refunded(state: 'asked' | 'done'): number {
    return [...this.refunds.values()]
      .filter((one) => one.state === state)
      .reduce((sum, one) => sum + one.seats, 0)
  }
}

function step(order: Order, random: (below: number) => number, at: number): void {
  const seats = order.seats
  const seat = seats[random(seats.length)]!
  const deed = random(10)
  if (deed < 3) order.append(seat.id, invite(seat, 'digest'))
  else if (deed < 6) {
    if (order.over) return
    order.append(seat.id, claim(seat, { round: random(4), participantId: `person-${random(20)}` }))
  } else if (deed === 6) {
    const events = revoke(seat, `seat-${at}-new`)
    order.append(seat.id, events)
    if (seat.state === 'claimed') order.open(`seat-${at}-new`, seat.number)
  } else if (deed === 7) order.append(seat.id, move(seat, null, `cohort-${random(3)}`))
  else if (deed === 8) {
    const closing = seatsToClose(seats).slice(0, 1 + random(3))
    const free = seatsToClose(seats).filter(({ state }) => state !== 'claimed').length
    // Nobody loses a seat while another one is free.
    expect(closing.filter(({ state }) => state === 'claimed')).toHaveLength(
      Math.max(0, closing.length - free),
    )
    if (closing.length === 0) return
    const refundId = `refund-${at}`
    order.refunds.set(refundId, { seats: closing.length, state: 'asked' })
    for (const { id } of closing) order.append(id, [{ type: 'SeatClosing', data: { refundId } }])
  } else {
    if (random(6) === 0) order.over = !order.over
    const [refundId, refund] = [...order.refunds].find(([, one]) => one.state === 'asked') ?? []
    if (refundId === undefined || refund === undefined) return
    refund.state = random(3) === 0 ? 'refused' : 'done'
    const type = refund.state === 'done' ? 'SeatClosed' : 'SeatKept'
    for (const { id } of seats.filter((one) => one.refundId === refundId && one.state !== 'closed'))
      order.append(id, [{ type, data: { refundId } }])
  }
}

const refusals = ['SEAT_ENDED', 'SEAT_CLOSING', 'SEAT_TAKEN', 'SEAT_CLAIMED', 'INVITATION_OVER']

it(`given ${histories} random histories of buying, inviting, claiming, moving, revoking and refunds, then claimed seats never exceed what is bought and not refunded`, () => {
  const reached = { claimed: 0, revoked: 0, closedClaimed: 0, kept: 0 }
  for (let number = 0; number < histories; number += 1) {
    const random = randomOf(seed + number)
    const order = new Order(1 + random(6))
    for (let at = 0; at < 40; at += 1) {
      try {
        step(order, random, at)
      } catch (error) {
        if (!(error instanceof AppError && refusals.includes(error.code))) throw error
      }
      const seats = order.seats
      const live = seats.filter(isLive)
      const claimed = live.filter(({ state }) => state === 'claimed')
      expect(live.length, `seed ${seed + number}`).toBe(order.bought - order.refunded('done'))
      expect(claimed.length).toBeLessThanOrEqual(order.bought - order.refunded('done'))
      expect(live.filter(({ refundId }) => refundId !== null)).toHaveLength(order.refunded('asked'))
      // A number is one live seat's at most.
      expect(new Set(live.map((seat) => seat.number)).size).toBe(live.length)
      reached.claimed += claimed.length
    }
    for (const { state, participantId } of order.seats) {
      if (state === 'revoked') reached.revoked += 1
      if (state === 'closed' && participantId !== null) reached.closedClaimed += 1
    }
    reached.kept += [...order.logs.values()].flat().filter(({ type }) => type === 'SeatKept').length
  }
  // The histories reach what they are about.
  for (const count of Object.values(reached)) expect(count).toBeGreaterThan(histories / 20)
})

it('given an invitation that was taken back, then its link counts no more, and the next one does', () => {
  const opened: SeatEvent = {
    type: 'SeatOpened',
    data: { orderId: 'o', organizationId: 'c', line: 1, number: 1 },
  }
  let seat = fold('s', [opened])
  seat = invite(seat, 'a').reduce(evolve, seat)
  seat = revoke(seat, 'new').reduce(evolve, seat)
  seat = invite(seat, 'b').reduce(evolve, seat)
  expect(() => claim(seat, { round: 1, participantId: 'p' })).toThrow(
    expect.objectContaining({ code: 'INVITATION_OVER' }),
  )
  expect(claim(seat, { round: 2, participantId: 'p' })).toHaveLength(1)
})

it('given a refund that came back after its seat was closed, then whoever had claimed the seat has it again', () => {
  const seat = fold('s', [
    { type: 'SeatOpened', data: { orderId: 'o', organizationId: 'c', line: 1, number: 1 } },
    { type: 'SeatInvited', data: { addressDigest: 'a', round: 1 } },
    { type: 'SeatClaimed', data: { participantId: 'p' } },
    { type: 'SeatClosing', data: { refundId: 'r' } },
    { type: 'SeatClosed', data: { refundId: 'r' } },
    { type: 'SeatKept', data: { refundId: 'r' } },
  ])
  expect(seat).toMatchObject({ state: 'claimed', participantId: 'p', refundId: null })
})

it('given all whom one call invites, behind one address, then each may look at the own invitation and claim within a minute', () => {
  for (const { limit } of [seatInvitation, claimSeat])
    expect((limit!.points * 60) / limit!.seconds).toBeGreaterThanOrEqual(mostInvited)
})
