import { Link } from 'react-router-dom'
import styles from '../forms.module.css'

/** "By …, you agree to our Terms and Privacy Policy." */
export function LegalNote({ action }: { action: string }) {
  return (
    <p className={styles.legal}>
      {action}, you agree to our <Link to="/terms">Terms</Link> and <Link to="/privacy">Privacy Policy</Link>.
    </p>
  )
}
