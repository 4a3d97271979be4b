import type { SectionOf } from '../sections/tree.ts'

/** The first screen: shown in the order item-1, item-3, item-2, item-4. */
export const homeCarousel: SectionOf<'carousel'> = {
  id: 'carousel',
  type: 'carousel',
  fields: {
    autoplaySeconds: 0,
    slides: [
      {
        id: 'item-1',
        order: 1,
        title: {
          lines: [{ text: 'Leadership that' }, { text: 'holds under load' }],
          highlight: { text: 'holds under load', colour: '#C06014' },
        },
        subtitle: { value: 'The leadership certification for those whom others depend on' },
        description: {
          value:
            'People follow what you do when it costs you something. The Blueprint trains exactly that: four attributes, four behaviors, twelve weeks of practice on your real work.',
        },
        label: 'The keel',
        media: {
          desktop: { illustration: 'art/slide-keel.svg' },
          mobile: { illustration: 'art/slide-keel.svg' },
        },
      },
      {
        id: 'item-2',
        order: 3,
        title: {
          lines: [{ text: 'Build the bridge' }, { text: 'others cross' }],
          highlight: { text: 'others cross', colour: '#C06014' },
        },
        subtitle: { value: 'Four behaviors' },
        description: {
          value:
            'Tell the truth early. Listen to change your mind. Decide in the open. Grow the person beside you. Small acts, repeated until people rely on them.',
        },
        label: 'Behaviors',
        link: { text: 'Who teaches them', url: '/aboutus#people' },
        media: {
          desktop: { illustration: 'art/slide-bridge.svg' },
          mobile: { illustration: 'art/slide-bridge.svg' },
        },
      },
      {
        id: 'item-3',
        order: 2,
        title: {
          lines: [{ text: 'What is below' }, { text: 'carries the rest' }],
          highlight: { text: 'carries the rest', colour: '#C06014' },
        },
        subtitle: { value: 'Four attributes' },
        description: {
          value:
            'Self-knowledge, integrity, purpose, humility. Nobody sees them directly. Everybody notices when they are missing.',
        },
        label: 'Attributes',
        link: { text: 'The eight parts, week by week', url: '/certification/program-details#syllabus' },
        media: {
          desktop: { illustration: 'art/slide-roots.svg' },
          mobile: { illustration: 'art/slide-roots.svg' },
        },
      },
      {
        id: 'item-4',
        order: 4,
        title: {
          lines: [{ text: 'A bearing' }, { text: 'you can defend' }],
          highlight: { text: 'you can defend', colour: '#C06014' },
        },
        subtitle: { value: 'The certification' },
        description: {
          value:
            'A cohort of peers, two private coaching sessions, and a credential that shows what you practiced rather than what you attended.',
        },
        label: 'Certification',
        link: { text: 'What you get', url: '/certification/program-details#benefits' },
        media: {
          desktop: { illustration: 'art/slide-compass.svg' },
          mobile: { illustration: 'art/slide-compass.svg' },
        },
      },
    ],
  },
}
