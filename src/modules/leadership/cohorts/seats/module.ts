import { Customers, Organizations } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { OrderStandings } from '../../index.ts'
import { Participants } from '../participants.ts'
import { RecordLists } from '../record-lists.ts'
import { EnrollmentStandings } from './enrollment-standings.ts'
import { OrderSeats } from './order-seats.ts'
import { mountSeatRoutes } from './routes.ts'
import { SeatClaims } from './seat-claims.ts'
import { SeatLinks } from './seat-links.ts'
import { SeatMoves } from './seat-moves.ts'
import { SeatOffers } from './seat-offers.ts'
import { SeatPersonalData, SeatRows } from './seat-rows.ts'
import { Seats } from './seats.ts'

/** Seats that organizations buy for their people. */
export function bindSeats(bind: Bind): void {
  singleton(bind, OrderSeats, Database, Clock, Ids)
  singleton(bind, Seats, Streams)
  singleton(bind, SeatRows, Database)
  singleton(bind, SeatLinks, LinkSigner, Clock)
  singleton(bind, EnrollmentStandings, OrderStandings, SeatRows)
  bindAll(bind, SeatOffers, SeatClaims, SeatMoves)
  singletonAs(bind, PersonalData, SeatPersonalData, Database, SeatRows)
  bindRoutes(bind, mountSeatRoutes, {
    offers: SeatOffers,
    claims: SeatClaims,
    moves: SeatMoves,
    rows: SeatRows,
    links: SeatLinks,
    records: RecordLists,
    participants: Participants,
    customers: Customers,
    organizations: Organizations,
    clock: Clock,
  })
}
