import type { Chapter } from '../blocks.ts'

export function research(): Chapter {
  return {
    title: 'What the research says',
    blocks: [
      {
        kind: 'lead',
        text: 'Three lines of evidence support the argument, one complicates it, and one says how to train.',
      },
      {
        kind: 'note',
        text: '**Correlation and cause.** Most studies in this field compare people or teams at one time. Where a study could test cause, we say so.',
      },
      { kind: 'heading', text: 'The direct superior decides' },
      {
        kind: 'text',
        text: 'Hoffman and Tadelis used employee ratings of managers in a large technology company, and several research designs to separate cause from coincidence. Managers with better people skills kept their people; the effect on attrition was strong and consistent. The same study found little effect on most other outcomes it could observe.[^hoffman] We quote both halves. The first explains why turnover carries so much weight in our estimate. The second is why we will not promise a rise in everything.',
      },
      { kind: 'heading', text: 'Trust moves attitudes first, performance later' },
      {
        kind: 'text',
        text: 'Dirks and Ferrin gathered four decades of studies on trust in leaders. Trust goes closely with job satisfaction and commitment, clearly with the intention to stay, and more weakly with job performance.[^dirks] That order is useful to anyone who has to report results. If a program works, you should see it first in what people say and whether they intend to stay, and only later in output. Someone who shows you a productivity gain after six weeks, and no change in trust, is showing you something else.',
      },
      { kind: 'heading', text: 'Safety to speak is where learning starts' },
      {
        kind: 'text',
        text: 'Amy Edmondson studied 51 teams in a manufacturing company. Those in which members felt safe to take interpersonal risks learned more, and through learning performed better; what the team’s leader did was among the conditions.[^edmondson99] Detert and Burris asked which behavior of leaders makes people speak. It was openness: listening, taking an interest, and acting on what was said. Its effect ran through psychological safety, and it was strongest among the best performers, the people with most to say and most to lose.[^detert]',
      },
      {
        kind: 'text',
        text: 'An earlier study of Edmondson’s carries a warning for anyone who measures. Comparing hospital units, she found that the better-led ones reported *more* medication errors. They did not make more; they were willing to talk about them.[^edmondson96] A leader who improves will for a time look worse on every figure that depends on honesty. Chapter 7 returns to this.',
      },
      {
        kind: 'quote',
        text: 'A leader who improves will for a time look worse on every figure that depends on honesty.',
      },
      { kind: 'heading', text: 'Authentic leadership, and its critics' },
      {
        kind: 'text',
        text: 'In 2008, Walumbwa and colleagues gave authentic leadership its most used definition and a questionnaire to measure it. They distinguished four parts: self-awareness, relational transparency, balanced processing of information, and an internalized moral perspective.[^walumbwa] Since then it has been linked with satisfaction, commitment and performance in many studies.',
      },
      {
        kind: 'text',
        text: 'The honest reader should also know what came next. Two meta-analyses asked whether authentic leadership explains anything that the older idea of transformational leadership does not. Banks and colleagues found the two so strongly correlated that they spoke of redundancy, although each had the edge on some outcomes.[^banks] Hoch and colleagues found that authentic leadership added little, and servant leadership more.[^hoch] As a *construct*, a separate thing inside a person, authentic leadership is contested.',
      },
      {
        kind: 'text',
        text: 'We draw a practical conclusion. It is safer to train behaviors that others can see than a quality that a leader is supposed to possess. Humility is a good example. Owens, Johnson and Mitchell defined it by what it looks like from outside: seeing oneself accurately, appreciating what others contribute, being teachable. Expressed in that way it predicted more engaged and more satisfied teams, and fewer people leaving.[^owens]',
      },
      { kind: 'heading', text: 'Training works when it is built to' },
      {
        kind: 'text',
        text: 'Money spent on leadership training is often called wasted. A meta-analysis of 335 samples says otherwise: training changed what people learned, what they did afterwards and what their organizations got from it, and more so than earlier reviews had thought. The size of the effect depended on design.[^lacerenza] The choices that paid are dull and cheap:',
      },
      {
        kind: 'list',
        items: [
          'find out what the leaders in question actually need before you begin;',
          'give feedback;',
          'combine methods, and make practice one of them;',
          'spread sessions over time instead of holding one long event;',
          'hold it close to the work, led by a person, not alone with a screen.',
        ],
      },
      {
        kind: 'text',
        text: 'One method deserves a caution. Feedback from all sides, the familiar 360-degree survey, leads by itself to small improvements at best; people improve when they see a need to change, believe that change is possible, set themselves a goal and act on it.[^smither] A report in a drawer is not an intervention.',
      },
      {
        kind: 'tailpiece',
        name: 'slide-compass',
        width: 354,
        crop: { x: 0, y: 20, width: 640, height: 560 },
      },
    ],
  }
}
