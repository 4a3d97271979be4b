/** Whether only this machine reaches the address: `localhost`, 127.0.0.0/8 or ::1, with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
