/** OWASP's minimum for argon2id; the library's variant and version are argon2id, 19. Memory in KiB. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
