export { hookDocument } from './domain/events.ts'
