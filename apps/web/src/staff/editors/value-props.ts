import { type ComponentType, createContext, useContext } from 'react'
import type { Control } from '#platform/contract/controls.ts'
import type { Pointer } from '../draft/pointer.ts'
import { type Schema, weightsOf } from '../draft/schema.ts'

export interface ValueProps {
  pointer: Pointer
  name: string
  value: unknown
  schema: Schema | undefined
  /** Whether it can be removed. */
  optional?: boolean
}

type Kind =
  | Exclude<Control, 'area' | 'size'>
  | 'switch'
  | 'number'
  | 'choice'
  | 'text'
  | 'weighted'
  | 'list'
  | 'group'

/** The editor of a value: the one that its schema names, else one by the schema's type. */
export function kindOf(schema: Schema | undefined, value?: unknown): Kind {
  const { control, type, items } = schema ?? {}
  if (control && control !== 'area' && control !== 'size') return control
  if (weightsOf(schema).length > 0 && !items) return 'weighted'
  if (type === 'boolean') return 'switch'
  if (schema?.enum) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  if (items) return items.type === 'string' && items.control !== 'area' ? 'lines' : 'list'
  if (type === 'object') return 'group'
  if (schema) return 'text'
  return Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'group' : 'text'
}

/** The editor for any value. A context, because groups and lists use it and it uses them, which would be an import cycle. */
export const ValueEditorContext = createContext<ComponentType<ValueProps>>(() => null)

export function useValueEditor(): ComponentType<ValueProps> {
  return useContext(ValueEditorContext)
}
