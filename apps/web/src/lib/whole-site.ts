import { type ComponentType, createContext } from 'react'

/** The site itself, for the one screen that shows it again inside: the preview. An import would be a circle. */
export const WholeSite = createContext<ComponentType>(() => null)
