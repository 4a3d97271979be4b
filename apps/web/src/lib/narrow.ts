/** Windows of fewer pixels than this have the narrow layout. */
export const narrow = 768
