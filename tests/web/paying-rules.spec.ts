import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { failureFrom } from '../../apps/web/src/lib/call.ts'
import { disputeWords } from '../../apps/web/src/shop/orders/dispute-words.ts'
import { blockedText } from '../../apps/web/src/shop/orders/document-messages.ts'
import { listedOrder } from '../../apps/web/src/shop/orders/listed-order.ts'
import { needsOwnDocument } from '../../apps/web/src/shop/orders/own-document.ts'
import { failureWords } from '../../apps/web/src/shop/payment/failure-words.ts'
import { included } from '../../apps/web/src/shop/payment/payment-summary.tsx'
import { scriptAddress } from '../../apps/web/src/shop/payment/stripe-script.ts'
import { termsVersionText } from '../../apps/web/src/shop/payment/terms-version.ts'
import { setupFailure } from '../../apps/web/src/shop/payment/use-payment-setup.ts'
import { readProfile } from '../../apps/web/src/shop/program/certification-profile.ts'
import { guaranteeOf } from '../../apps/web/src/shop/program/guarantee.tsx'
import { answerWords } from '../../apps/web/src/shop/questionnaire/answer-words.ts'
import { QuestionCard } from '../../apps/web/src/shop/questionnaire/questionnaire.tsx'
import { priceWarning } from '../../apps/web/src/staff/editors/section-fields.tsx'
import { ProgressTracker } from '../../apps/web/src/ui/progress-tracker.tsx'
import { certificationProgramDetails } from '../../src/modules/content/base-template/certification-program-details.ts'
import { certificationQuestionnaire } from '../../src/modules/content/base-template/certification-questionnaire.ts'
import { leadershipCostCalculator } from '../../src/modules/content/base-template/leadership-cost-calculator.ts'
import { terms } from '../../src/modules/content/base-template/terms.ts'
import type { Fields } from '../../src/modules/content/contract.ts'

const questionnaire = certificationQuestionnaire.sections[0]?.fields as Fields<'certification-questionnaire'>
const program = certificationProgramDetails.sections[0]?.fields as Fields<'certification-program'>

describe('the provider’s script', () => {
  const stripe = 'https://js.stripe.com/endive/stripe.js'

  test('given the real provider, when the document was loaded outside the purchase, then the payment needs a document of its own (M-317)', () => {
    const from = (path: string) => needsOwnDocument(stripe, `https://site.example${path}`)
    expect(
      ['/', '/certification/program-details', '/login?returnTo=/payment', '/payments'].map(from),
    ).toEqual([true, true, true, true])
    expect(['/payment', '/payment?x=1', '/checkout/success', '/checkout/cancel'].map(from)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('given the stand-in of this site, when the payment is opened from anywhere, then it stays in the document', () => {
    expect(needsOwnDocument('/lab/stripe.js', 'http://localhost:3000/')).toBe(false)
    expect(scriptAddress('')).toBe(stripe)
  })
})

describe('why there is no payment form', () => {
  const told = (status: number, body: object) => {
    const { message, reason, orderId } = setupFailure(failureFrom(status, body))
    return { message, reason, orderId }
  }

  test('given the server’s words, when the setup fails, then they are shown; without any the specified sentence is (M-311)', () => {
    expect(told(500, { error: 'The provider is resting.' })).toMatchObject({
      message: 'The provider is resting.',
      reason: 'failed',
    })
    expect(setupFailure(failureFrom(502, undefined)).message).toBe('Failed to create payment intent')
    expect(setupFailure(new TypeError('Failed to fetch')).message).toBe('Failed to create payment intent')
  })

  test('given money that is there or on its way, when the setup is refused, then the order comes along', () => {
    const body = (code: string) => ({ error: 'No.', code, orderId: 'o1' })
    expect(told(409, body('ALREADY_ENROLLED'))).toMatchObject({ reason: 'owned', orderId: 'o1' })
    expect(told(409, body('PAYMENT_PROCESSING'))).toMatchObject({ reason: 'under-way', orderId: 'o1' })
    expect(told(409, body('PAYMENT_UNDER_REVIEW'))).toMatchObject({ reason: 'under-review', orderId: 'o1' })
    // Without an order there is nowhere to lead to.
    expect(told(409, { error: 'No.', code: 'ALREADY_ENROLLED' }).reason).toBe('failed')
    expect(told(409, body('constructor')).reason).toBe('failed')
  })

  test('given a session that has ended, when the setup is refused, then the way on is to sign in', () => {
    expect(told(401, { error: 'Please log in again.' })).toMatchObject({ reason: 'expired' })
  })
})

test('given each standing of a dispute, then the buyer reads what the bank does and what becomes of the access (M-337)', () => {
  const told = (dispute: 'inquiry' | 'open' | 'won' | 'closed' | 'lost') => {
    const { label, text } = disputeWords({ dispute, holdsPlace: dispute !== 'lost' }) ?? {}
    return [label, text]
  }
  expect((['inquiry', 'open', 'won', 'closed', 'lost'] as const).map(told)).toEqual([
    ['Question', 'We will answer it. No money has moved. Your access does not change.'],
    [
      'Open',
      'Your bank holds the amount back while it reviews our answer. Your access does not change until the bank has decided.',
    ],
    [
      'Payment confirmed',
      'Your bank has decided that the payment was valid and has closed the dispute. Your enrollment stays active.',
    ],
    ['Settled', 'Your bank has closed its question about this payment. Nothing has changed.'],
    [
      'Paid back',
      'Your bank has returned the amount to you. This order is no longer paid and gives no access.',
    ],
  ])
})

describe('an order in the list', () => {
  const order = {
    totalAmount: '2500.00',
    refundedAmount: '0.00',
    surplusReturnedAmount: '0.00',
    currency: 'usd',
    dispute: null,
    holdsPlace: false,
    payable: false,
    failureCode: null,
  }
  const told = (differs: Partial<Parameters<typeof listedOrder>[0]>) => {
    const { label, active, notes } = listedOrder({
      ...order,
      status: 'completed',
      holdsPlace: true,
      ...differs,
    })
    return [label, active, ...notes]
  }

  test('given any state, when it is listed, then its access is active exactly while it holds a place (M-359)', () => {
    expect(told({})).toEqual(['Completed', true])
    expect(told({ status: 'pending', holdsPlace: false })).toEqual(['Pending', false])
    expect(told({ status: 'processing', holdsPlace: false })).toEqual(['Processing', false])
    expect(told({ status: 'cancelled', holdsPlace: false })).toEqual(['Cancelled', false])
    expect(listedOrder({ ...order, status: 'processing' }).waiting).toBe(true)
  })

  test('given a payment that failed or was never made, when the order is listed, then it says so, beside the word of its status (M-359)', () => {
    const failed = {
      status: 'pending',
      holdsPlace: false,
      payable: true,
      failureCode: 'insufficient_funds',
    } as const
    expect(told(failed)).toEqual([
      'Pending',
      false,
      'Your last payment did not go through. There was not enough money in the account. Nothing has been charged',
    ])
    expect(listedOrder({ ...order, ...failed })).toMatchObject({ tone: 'bad', waiting: false, payable: true })
    expect(told({ ...failed, failureCode: null })).toEqual([
      'Pending',
      false,
      'We have not seen your payment yet',
    ])
    // Money that came and is being looked at must not be asked for again.
    expect(listedOrder({ ...order, ...failed, payable: false })).toMatchObject({ payable: false, notes: [] })
  })

  test('given a payment too many that went back, when the order is listed, then it does not read as a refund of the order', () => {
    expect(told({ surplusReturnedAmount: '2500.00' })).toEqual([
      'Completed',
      true,
      'An overpayment of $2,500.00 went back to the payment method you used',
    ])
  })

  test('given refunds, when the order is listed, then the amount that went back is said', () => {
    expect(told({ refundedAmount: '500.00' })).toEqual([
      'Completed',
      true,
      '$500.00 of $2,500.00 went back to the payment method you used',
    ])
    expect(told({ status: 'refunded', holdsPlace: false, refundedAmount: '2500.00' })).toEqual([
      'Refunded',
      false,
      '$2,500.00 goes back to the payment method you used',
    ])
  })

  test('given a contested payment, when the order is listed, then it says the state of the dispute', () => {
    expect(told({ dispute: 'open' })).toEqual(['Completed', true, 'This payment is being disputed'])
    expect(told({ dispute: 'inquiry' })).toEqual([
      'Completed',
      true,
      'Your bank has a question about this payment',
    ])
    expect(told({ dispute: 'won' })).toEqual([
      'Completed',
      true,
      'The dispute is over: your payment is confirmed',
    ])
    expect(told({ holdsPlace: false, refundedAmount: '2291.67' })).toEqual([
      'Withdrawn',
      false,
      '$2,291.67 of $2,500.00 went back to the payment method you used',
    ])
    expect(told({ dispute: 'lost', holdsPlace: false, refundedAmount: '500.00' })).toEqual([
      'Payment Issue',
      false,
      '$500.00 of $2,500.00 went back to the payment method you used',
      'The dispute is over: your bank took the payment back',
    ])
  })
})

describe('answers', () => {
  test('given the questionnaire, when it is read, then it has the three specified questions and options (M-260, M-261, M-262, M-263)', () => {
    expect(
      questionnaire.questions.map(({ id, options }) => [id, options.map((option) => option.id)]),
    ).toEqual([
      ['currentLevel', ['rising-leader', 'proven-evolving', 'go-to-guide', 'rebuilding-reimagining']],
      ['primaryGoal', ['level-up', 'build-muscles', 'lead-credibility', 'team-org-needs']],
      ['certificationType', ['individual', 'organization']],
    ])
  })

  test('given the content, when its shape is read, then every specified field is there (M-271)', () => {
    expect(Object.keys(questionnaire)).toEqual(
      expect.arrayContaining(['title', 'subtitle', 'questions', 'navigation', 'colors']),
    )
    for (const question of questionnaire.questions) {
      expect(question).toMatchObject({ title: expect.anything(), icon: expect.any(String) })
      expect(typeof question.hasHelpIcon).toBe('boolean')
      for (const option of question.options) {
        expect(Object.keys(option).sort()).toEqual(['description', 'icon', 'id', 'title'])
      }
    }
    expect(questionnaire.navigation).toMatchObject({
      backButton: { text: expect.anything(), icon: expect.any(String) },
      continueButton: { text: expect.anything(), icon: expect.any(String) },
    })
    expect(Object.keys(questionnaire.colors).sort()).toEqual(
      [
        'primary',
        'secondary',
        'tertiary',
        'border',
        'borderHover',
        'selectedBg',
        'buttonPrimary',
        'buttonPrimaryHover',
      ].sort(),
    )
  })

  test('given a question, when it is drawn, then each answer has its icon, title and description, and one is chosen (M-259, M-260)', () => {
    const [question] = questionnaire.questions
    const html = renderToStaticMarkup(
      createElement(QuestionCard, {
        question: question!,
        ...{ number: 1, of: 3, chosen: 'go-to-guide', onChoose: () => undefined },
      }),
    )
    const labels = html.replace('checked="" ', '').split('<label').slice(1)
    expect(labels).toHaveLength(4)
    for (const [index, { id, icon, title, description }] of question!.options.entries()) {
      expect(labels[index]).toContain(`name="currentLevel" value="${id}"`)
      expect(labels[index]).toContain(`lucide-${icon}`)
      for (const words of [title, description]) expect(labels[index]).toContain(`>${words}<`)
    }
    expect(html.match(/checked=""/g)).toHaveLength(1)
  })

  test.each([true, false])(
    'given a question whose help is switched on: %s, then it is offered accordingly (M-271)',
    (hasHelpIcon) => {
      const question = { ...questionnaire.questions[0]!, hasHelpIcon, helpText: 'What each of them means.' }
      const rest = { number: 1, of: 3, chosen: undefined, onChoose: () => undefined }
      const html = renderToStaticMarkup(createElement(QuestionCard, { question, ...rest }))
      expect(html.includes('What each of them means.')).toBe(hasHelpIcon)
    },
  )

  test('given any step, when the tracker is drawn, then it stays between 1 and 4, what is done has a check and what was left out has none (M-272, M-463)', () => {
    const drawn = (current: number, skipped: number[] = []) =>
      renderToStaticMarkup(createElement(ProgressTracker, { current, skipped }))
    for (const [current, step] of [
      [-1, 1],
      [1, 1],
      [3.9, 3],
      [4, 4],
      [9, 4],
    ] as const) {
      const html = drawn(current)
      expect(html).toContain(`aria-label="Progress: step ${step} of 4"`)
      expect(html.match(/ \(done\)/g) ?? [], String(current)).toHaveLength(step - 1)
      expect(html.match(/aria-current="step"/g)).toHaveLength(1)
    }
    expect(drawn(3, [1]).match(/ \(done\)/g)).toHaveLength(1)
    const words = drawn(1).replaceAll(/<[^>]*>/g, '|')
    expect(words.split('|').filter((word) => /[a-z]/i.test(word))).toEqual([
      'Questionnaire',
      'Program Details',
      'Payment',
      'Confirmation',
    ])
  })

  test('given answers kept in the browser, then they count when all three are there (M-265, M-266)', () => {
    const answers = {
      currentLevel: 'rising-leader',
      primaryGoal: 'level-up',
      certificationType: 'individual',
    }
    expect(readProfile({ ...answers, more: 1 })).toEqual(answers)
    for (const id of Object.keys(answers)) expect(readProfile({ ...answers, [id]: undefined }), id).toBeNull()
  })

  test('given stored option ids, when they are shown, then they are in the words and the order of the questionnaire', () => {
    const shown = answerWords(questionnaire.questions, {
      certificationType: 'organization',
      currentLevel: 'rising-leader',
    })
    expect(shown).toEqual([
      { id: 'currentLevel', question: 'Where are you as a leader today?', answer: 'Rising leader' },
      { id: 'certificationType', question: 'Who is the certification for?', answer: 'For my organization' },
    ])
  })

  test('given ids that the questionnaire does not know, when they are shown, then they are left out', () => {
    expect(answerWords(questionnaire.questions, { currentLevel: 'retired', toString: 'x' })).toEqual([])
  })
})

describe('the program’s content', () => {
  test('given the built-in content, when its shape is read, then every specified field is there (M-275, M-280)', () => {
    expect(program).toMatchObject({
      title: expect.anything(),
      subtitle: expect.anything(),
      description: expect.anything(),
      programOverview: {
        description: expect.anything(),
        duration: expect.anything(),
        difficulty: expect.anything(),
        certification: expect.anything(),
      },
      enrollment: { price: expect.any(String), includes: expect.any(Array) },
      videoSection: { title: expect.anything(), duration: expect.anything(), description: expect.anything() },
      ctaSection: { title: expect.anything(), subtitle: expect.anything(), buttonText: expect.anything() },
      colors: { primary: '#C06014', secondary: '#292929', tertiary: '#7B7B7B', accent: '#CC7F42' },
      trackerLabels: ['Profile', 'Details', 'Payment', 'Done'],
    })
    expect(questionnaire.trackerLabels).toEqual([
      'Questionnaire',
      'Program Details',
      'Payment',
      'Confirmation',
    ])
    for (const benefit of program.programBenefits)
      expect(Object.keys(benefit).sort()).toEqual(['description', 'icon', 'title'])
    for (const voice of program.testimonials)
      expect(Object.keys(voice).sort()).toEqual(['content', 'name', 'title'])
    for (const faq of program.faqs) expect(Object.keys(faq).sort()).toEqual(['answer', 'question'])
  })

  test('given the promises of the program, when its content is read, then each is made (M-291)', () => {
    expect(program.enrollment.includes).toEqual([
      '12 weeks access to all sessions and recordings',
      '2 private coaching sessions',
      'Digital credential and badge',
      'Live labs and peer cohort groups',
      'Community forum',
      'Lifetime curriculum updates',
      'Certificate valid for 2 years',
      'SHRM and PMI CEU eligibility',
      'Immediate onboarding access after payment',
    ])
    expect(program.programOverview.certification).toContain('valid for 2 years')
  })

  test('given the payment page, when it lists what is included, then it is the eight specified lines (M-301)', () => {
    expect(included.map((line) => line.toLowerCase())).toEqual([
      '12-week cohort experience',
      '2 private coaching sessions',
      'blueprint-based curriculum',
      'leadership labs and peer cohort groups',
      'digital credential and badge',
      'lifetime updates and 2-year certificate validity',
      'eligible for shrm and pmi ceus',
      'immediate onboarding access after payment',
    ])
  })
})

describe('what editors decide', () => {
  test('given a content price that differs from the one sold, when an editor looks, then they are warned (M-300)', () => {
    const sold = { price: '2500.00', currency: 'usd' }
    expect(['$2,500.00', '$2500', 'USD 2,500.00'].map((shown) => priceWarning(shown, sold))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(priceWarning('$2,400.00', sold)).toContain('sold at $2,500.00')
    expect(priceWarning('free', sold)).toContain('(free)')
    expect(priceWarning(undefined, sold)).toContain('(none)')
  })

  test('given final enrollments, the promise of 90 days and refunds, when the content is read, then all can be edited and the terms reconcile them (M-303)', () => {
    expect(program.uiText?.paymentTerms).toContain('All enrollments are final')
    expect(JSON.stringify(leadershipCostCalculator)).toContain(
      '90 days or money back, under the conditions in the terms',
    )
    const legal = terms.sections[0]?.fields as {
      clauses: { id: string; heading: string; paragraphs: string[] }[]
    }
    const refunds = legal.clauses.find(({ id }) => id === 'refunds')
    expect(refunds?.heading).toContain('final')
    expect(refunds?.paragraphs.join(' ')).toMatch(/We do refund under the 90-day promise below/)
    const promise = legal.clauses.find(({ id }) => id === 'refund-promise')
    expect(promise?.paragraphs.join(' ')).toMatch(/within 90 days.*money back/)
  })

  test('given the promise of the terms, then each Enroll has it word for word; terms without the clause promise nothing', () => {
    const promise = guaranteeOf({ pages: [terms] })
    expect(promise).toMatchObject({ heading: 'The 90-day promise' })
    expect(JSON.stringify(terms)).toContain(JSON.stringify(promise?.text))
    const without = structuredClone(terms)
    for (const { id, fields } of without.sections)
      if (id === 'legal') fields.clauses = fields.clauses.filter((clause) => clause.id !== 'refund-promise')
    expect(guaranteeOf({ pages: [without], guarantee: promise })).toBeUndefined()
    expect(guaranteeOf({ pages: [], guarantee: promise })).toBe(promise)
  })
})

describe('words about an order', () => {
  test('given the code of a failed try, when it is shown, then it says what to correct and nothing that helps a thief', () => {
    expect(failureWords('insufficient_funds')).toBe('There was not enough money in the account.')
    expect(failureWords('expired_card')).toBe('The card has expired.')
    expect(['lost_card', 'stolen_card', 'generic_decline', 'constructor'].map(failureWords)).toEqual(
      Array(4).fill('The bank declined the payment.'),
    )
  })

  test('given a version of the terms, when it is shown, then a day reads as a day and anything else as it is', () => {
    expect(termsVersionText('2026-11-21')).toBe('November 21, 2026')
    expect(termsVersionText('v3')).toBe('v3')
  })

  test('given a browser that blocks windows, when a document is ready, then it is said where it is', () => {
    expect(blockedText('receipt', true)).toBe(
      'Your browser blocked the new window, so the receipt was saved as a file instead.',
    )
    expect(blockedText('invoice', false)).toBe('Your browser blocked the new window. Use this link:')
  })
})
