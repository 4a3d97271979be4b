import type { Chapter } from '../blocks.ts'
import { drawBlueprint } from '../figures.ts'

export function blueprint(brand: string): Chapter {
  return {
    title: 'The Blueprint',
    blocks: [
      {
        kind: 'lead',
        text: 'Four attributes hold a leader steady. Four behaviors let others rely on it.',
      },
      {
        kind: 'text',
        text: `The Blueprint is ${brand}’s own synthesis, not a finding. We looked at leaders whose people would follow them to another company, and wrote down what they do when it is inconvenient. Eight things kept coming back. They sort themselves like a building or a ship: what is below the surface carries, what is above it is used. You can read each of them against the research in the last chapter, and you will find that none is new. What is rare is doing all eight on an ordinary Tuesday.`,
      },
      {
        kind: 'figure',
        height: 312,
        caption:
          '**Figure 2.** The Blueprint. Above the line, the attributes; below it, the behaviors. Each attribute carries one behavior directly and supports the rest.',
        alt: 'A technical drawing: four circles, self-knowledge, integrity, purpose and humility, tied to four squares, tell the truth early, listen to change your mind, decide in the open, grow the person beside you.',
        draw: drawBlueprint,
      },
      { kind: 'heading', text: 'The four attributes' },
      {
        kind: 'terms',
        items: [
          {
            term: 'Self-knowledge',
            text: 'Knowing what you do under pressure, not only what you intend. Everyone around a leader can describe the face that means *not now*. The leader is usually the last to hear of it.',
            practice:
              'After one difficult meeting a week, write two sentences: what I wanted to happen, and what I did in the first minute. Compare after a month.',
          },
          {
            term: 'Integrity',
            text: 'The fit between word and deed over time. It is not the absence of broken promises; circumstances break promises. It is that a promise which cannot be kept is taken back aloud, by the person who made it, before it fails.',
            practice:
              'Keep a list of everything you have promised your team this quarter. Once a week, read it, and close, renew or withdraw each line with the person concerned.',
          },
          {
            term: 'Purpose',
            text: 'A reason for the work that would still be given if nobody senior were listening. People forgive a hard decision whose reason they can repeat. They do not forgive one that they have to guess at.',
            practice:
              'Before you announce a decision, say its reason in one sentence to someone it touches, and ask them to tell it back. If they cannot, it is not ready.',
          },
          {
            term: 'Humility',
            text: 'Taking your own view as one view. Not modesty of manner: some of the humblest leaders are loud. It shows in whether the plan can be changed by someone three levels down with a better fact.',
            practice:
              'In one meeting a week, speak last. Note what you heard that you would not have heard had you spoken first.',
          },
        ],
      },
      { kind: 'heading', text: 'The four behaviors' },
      {
        kind: 'terms',
        items: [
          {
            term: 'Tell the truth early',
            text: 'Bad news has a half-life. Told on the day, it is information; told a month later, it is an accusation. A leader who says early what is not yet certain shows everyone below that it can be survived.',
            practice:
              'Open each weekly meeting with one thing that is going worse than you said last week. Yours first. Then ask for theirs.',
          },
          {
            term: 'Listen to change your mind',
            text: 'Most listening is waiting. People can tell, because nothing changes. Listening that counts has a visible result: a plan altered and the credit given, or a clear account of why it was not.',
            practice:
              'Once a week, tell someone which of their points changed what you did. If there was none, ask what you are not asking.',
          },
          {
            term: 'Decide in the open',
            text: 'Not by vote, and not in public. In the open means that those affected know who decides, by when, by what reasons, and what would reopen the question. Secrecy costs more than disagreement, because it has to be paid again at every rumor.',
            practice:
              'For each decision of weight, write five lines that anyone affected may read: the question, the options, the reasons, who decided, when it will be looked at again.',
          },
          {
            term: 'Grow the person beside you',
            text: 'The test of a leader is what still works when they are away. Growing someone means giving away a task that you like and do well, and staying close enough that the first failure is cheap.',
            practice:
              'Hand over one decision a month that you would enjoy keeping. Agree beforehand what you will not correct.',
          },
        ],
      },
    ],
  }
}
