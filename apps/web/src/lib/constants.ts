/** Numbers of the specification that the client uses, in one place. Times are milliseconds unless named. */
export const limits = {
  messageMax: 500,
  nameMin: 2,
  phoneMin: 7,
  fullNameMin: 3,
  companyMin: 2,
  companyMax: 100,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  codeDigits: 6,
  orderMin: 1,
  orderMax: 10,
} as const

export const times = {
  authCache: 300_000,
  contentCache: 300_000,
  contentRefresh: 1_000,
  ordersCache: 120_000,
  lastIntent: 3_600_000,
  codeResend: 60_000,
  toast: 5_000,
  toastStats: 3_000,
  toastReset: 5_000,
  toastPublish: 5_000,
  toastResetFailure: 7_000,
  challengeRetry: 8_000,
  challengeWait: 30_000,
  challengePoll: 100,
  modalClose: 225,
  overlay: 2_000,
  overlayTick: 50,
  saveRetry: 3_000,
  savedShown: 3_000,
  scroll: 800,
  afterNavigation: 200,
  focusAfterJoin: 200,
  focusAfterBook: 1_000,
  formPoll: 100,
  formWait: 5_000,
  sectionLoaded: 100,
  carouselFade: 1_000,
  signInRedirect: 1_500,
  profileRedirect: 2_000,
  receiptPrint: 2_000,
  paymentAfterSignUp: 500,
  linkedInNotice: 500,
  videoRetry: 1_000,
  videoRetryMax: 5_000,
} as const

export const sizes = {
  narrow: 768,
  adminMin: 1_024,
  headerCompactAfter: 10,
  headerHeight: 80,
  scrollExtra: 40,
  modalMax: 631,
  swipe: 50,
  sharePopup: { width: 600, height: 400 },
} as const

export const counts = {
  overlayTicks: 80,
  carouselSlides: 4,
  videoRetries: 2,
  progressSteps: 4,
  performanceSamples: 100,
} as const

export const visibility = {
  sectionNarrow: 0.2,
  sectionWide: 0.1,
  image: 0.1,
  imageMargin: '200px',
} as const
