export interface PasswordChange {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

/** The first thing wrong with a change of password, and the field to put right; null when it may be sent. */
export function passwordChangeProblem(
  values: PasswordChange,
): { field: keyof PasswordChange; text: string } | null {
  const fields = ['currentPassword', 'newPassword', 'confirmPassword'] as const
  const missing = fields.find((name) => values[name] === '')
  if (missing) return { field: missing, text: 'All password fields are required' }
  if (values.newPassword !== values.confirmPassword) {
    return { field: 'confirmPassword', text: 'New passwords do not match' }
  }
  if (values.newPassword.length < 8) {
    return { field: 'newPassword', text: 'New password must be at least 8 characters long' }
  }
  return null
}
