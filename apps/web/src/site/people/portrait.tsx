import type { Media } from '#modules/content/contract.ts'
import { altOf, focusOf, narrowPictureOf, pictureOf } from '../../lib/content.ts'
import { AssetImage, type AssetImageProps } from '../../ui/asset-image.tsx'

interface PortraitProps extends Pick<AssetImageProps, 'width' | 'height'> {
  media: (Media & { focus?: string | undefined }) | undefined
  className: string | undefined
  /** By default the alternative text of the content. */
  alt?: string
}

/** The picture of a person, cropped as the content says; nothing for a person without one. */
export function Portrait({ media, className = '', alt = altOf(media), ...size }: PortraitProps) {
  const picture = pictureOf(media)
  if (!picture) return null
  const cut = { narrowSrc: narrowPictureOf(media), style: focusOf(media) }
  return <AssetImage src={picture} alt={alt} className={className} {...cut} {...size} />
}
