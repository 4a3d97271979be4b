import { CircleCheck, CircleDot, Mail, ShieldAlert, Star } from 'lucide-react'
import { Badge, type Tone } from '../../ui/surface.tsx'
import { type LeadStatus, statuses } from './inbox-view.ts'

const looks: Record<LeadStatus, { tone: Tone; icon: typeof Mail }> = {
  new: { tone: 'warn', icon: CircleDot },
  contacted: { tone: 'info', icon: Mail },
  qualified: { tone: 'good', icon: Star },
  closed: { tone: 'info', icon: CircleCheck },
  quarantined: { tone: 'bad', icon: ShieldAlert },
}

export function LeadBadge({ status }: { status: LeadStatus }) {
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {statuses[status]}
    </Badge>
  )
}
