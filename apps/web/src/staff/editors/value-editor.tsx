import { type ComponentType, memo } from 'react'
import { GroupEditor, InlineEditor } from './group-editor.tsx'
import { HeadlineField, RichField } from './headline-field.tsx'
import { ListEditor } from './list-editor.tsx'
import { IconField, MediaEditor } from './media-fields.tsx'
import { PdfField } from './pdf-field.tsx'
import { PictureField } from './picture-field.tsx'
import {
  ChoiceField,
  ColourField,
  NumberField,
  OrderField,
  ReferenceField,
  SwitchField,
} from './simple-fields.tsx'
import { LinesField, WeightedField, WordsField } from './text-fields.tsx'
import { kindOf, type ValueProps } from './value-props.ts'

const editors: Record<ReturnType<typeof kindOf>, ComponentType<ValueProps>> = {
  choice: ChoiceField,
  colour: ColourField,
  group: GroupEditor,
  headline: HeadlineField,
  icon: IconField,
  id: () => null,
  inline: InlineEditor,
  lines: LinesField,
  list: ListEditor,
  number: NumberField,
  order: OrderField,
  pdf: PdfField,
  picture: PictureField,
  pictures: MediaEditor,
  reference: ReferenceField,
  rich: RichField,
  switch: SwitchField,
  text: WordsField,
  video: PictureField,
  weighted: WeightedField,
}

/** Edits any value of the content or of the settings, by its schema. */
export const ValueEditor = memo(function ValueEditor(props: ValueProps) {
  const Editor = editors[kindOf(props.schema, props.value)]
  return <Editor {...props} />
})
