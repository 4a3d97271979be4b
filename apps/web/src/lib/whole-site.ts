import { type ComponentType, createContext } from 'react'

/** The App component, for the preview, which renders the site inside itself. Importing App there would be a cycle. */
export const WholeSite = createContext<ComponentType>(() => null)
