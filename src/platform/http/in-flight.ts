/** The number of requests being answered now. A token, because the HTTP server is made after the container. */
export abstract class InFlight {
  abstract count(): number
}
