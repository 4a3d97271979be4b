/** How many requests are being answered now. The HTTP server knows; it exists after the site is composed. */
export abstract class InFlight {
  abstract count(): number
}
