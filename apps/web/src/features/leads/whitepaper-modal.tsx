import { Dialog } from '../../ui/dialog.tsx'

export function WhitepaperModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Whitepaper">
      <p />
    </Dialog>
  )
}
