export async function preloadSections(): Promise<void> {}
