import { type ComponentType, createContext, useContext } from 'react'
import type { Pointer } from '../draft/pointer.ts'
import type { Schema } from '../draft/schema.ts'

export interface ValueProps {
  pointer: Pointer
  name: string
  value: unknown
  schema: Schema
}

/** Groups and lists edit their parts with the editor of any value, which in turn knows groups and lists. */
export const ValueEditorContext = createContext<ComponentType<ValueProps>>(() => null)

export function useValueEditor(): ComponentType<ValueProps> {
  return useContext(ValueEditorContext)
}
