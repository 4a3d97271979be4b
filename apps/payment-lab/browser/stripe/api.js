/** Calls the lab's API with the publishable key. Returns the object, or `{ error }` as Stripe.js does. */
export async function callApi({ base, key }, method, path, parameters) {
  const form = new URLSearchParams(flat(parameters))
  const url = new URL(path, base)
  if (method === 'GET') url.search = form.toString()
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      ...(method === 'POST' ? { body: form } : {}),
    })
    return await response.json()
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We are experiencing issues connecting to our payments provider. Please try again.',
      },
    }
  }
}

/** The id inside a client secret. */
export function intentIdOf(clientSecret) {
  const id = /^(pi_[^_]+)_secret_/.exec(clientSecret ?? '')?.[1]
  if (!id) throw new Error('The client secret must look like pi_…_secret_….')
  return id
}

/** Nested values as Stripe's form parameters: { card: { cvc: 1 } } becomes card[cvc]=1. */
function flat(value, prefix = '') {
  return Object.entries(value ?? {}).flatMap(([name, each]) => {
    const path = prefix ? `${prefix}[${name}]` : name
    if (each === undefined || each === null) return []
    return typeof each === 'object' ? flat(each, path) : [[path, String(each)]]
  })
}
