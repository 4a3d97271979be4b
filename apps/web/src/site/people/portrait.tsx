import type { Media } from '#modules/content/contract.ts'
import { focusOf } from '../../lib/content.ts'
import { type AssetImageProps, MediaImage } from '../../ui/asset-image.tsx'

interface PortraitProps extends Pick<AssetImageProps, 'width' | 'height'> {
  media: (Media & { focus?: string | undefined }) | undefined
  className: string | undefined
  /** By default the alternative text of the content. */
  alt?: string
}

/** The picture of a person, cropped as the content says; nothing for a person without one. */
export function Portrait({ media, ...props }: PortraitProps) {
  return <MediaImage media={media} style={focusOf(media)} {...props} />
}
