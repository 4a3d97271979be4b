/** Empty: other modules call nothing of this module, and browsers read its endpoints. */
export {}
