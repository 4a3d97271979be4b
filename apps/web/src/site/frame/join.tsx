import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react'
import { forceSections } from '../../lib/forced-sections.ts'
import { useHistory } from '../../lib/history.ts'
import { findLeadForm, focusFirstInput, scrollToElement, wait } from '../../lib/lead-form-scroll.ts'
import { chooseLeadType } from '../../lib/lead-type.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { LoadingOverlay } from '../../ui/loading-overlay.tsx'

const WhitepaperModal = lazy(() =>
  import('../leads/whitepaper-modal.tsx').then((module) => ({ default: module.WhitepaperModal })),
)

interface Join {
  /** Stores the lead type, scrolls to the lead form and focuses its first input. */
  join: () => Promise<void>
  joining: boolean
  /** The same with the lead type of the book; the focus moves after a second. */
  reserveBook: () => Promise<void>
  openWhitepaper: () => void
}

const JoinContext = createContext<Join | undefined>(undefined)

/** The three functions that open a lead form from any page. */
export function useJoin(): Join {
  const join = useContext(JoinContext)
  if (!join) throw new Error('useJoin needs a JoinProvider above it')
  return join
}

export function JoinProvider({ children }: { children: ReactNode }) {
  const [joining, setJoining] = useState(false)
  const [whitepaper, setWhitepaper] = useState<'never' | 'open' | 'closed'>('never')
  const history = useHistory()

  const toForm = useCallback(
    async (leadType: 'normal_lead' | 'pre_order_book', focusAfter: number) => {
      chooseLeadType(leadType)
      try {
        if (history.location.pathname !== '/') {
          history.push('/')
          await wait(200)
        }
        forceSections()
        const form = await findLeadForm()
        if (!form) return
        await scrollToElement(form)
        // Looked up again: the form may have been rendered again during the scroll.
        window.setTimeout(() => {
          focusFirstInput(document.getElementById(form.id) ?? form)
        }, focusAfter)
      } catch {
        // A failed scroll needs no message: the visitor can scroll to the form.
      }
    },
    [history],
  )

  const join = useCallback(async () => {
    setJoining(true)
    await toForm('normal_lead', 200)
    setJoining(false)
  }, [toForm])

  const value = useMemo<Join>(
    () => ({
      join,
      joining,
      reserveBook: () => toForm('pre_order_book', 1_000),
      openWhitepaper: () => setWhitepaper('open'),
    }),
    [join, joining, toForm],
  )

  return (
    <JoinContext value={value}>
      {children}
      {joining ? <LoadingOverlay text="Loading form..." /> : null}
      {whitepaper === 'never' ? null : (
        <Suspense>
          <WhitepaperModal open={whitepaper === 'open'} onClose={() => setWhitepaper('closed')} />
        </Suspense>
      )}
    </JoinContext>
  )
}

/** The site's main call to action. */
export function JoinButton(props: Omit<ButtonProps, 'onClick' | 'busy' | 'busyText'>) {
  const { join, joining } = useJoin()
  return (
    <Button {...props} busy={joining} busyText="Loading..." onClick={() => void join()}>
      Join the Movement
    </Button>
  )
}
