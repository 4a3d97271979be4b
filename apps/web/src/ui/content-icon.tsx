import {
  ArrowLeft,
  ArrowRight,
  ArrowUpRight,
  Award,
  BadgeCheck,
  Building2,
  CalendarClock,
  CircleDollarSign,
  Compass,
  Dumbbell,
  Hammer,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Mountain,
  RefreshCw,
  Sprout,
  Target,
  TrendingDown,
  TrendingUp,
  User,
  Users,
} from 'lucide-react'

/** The icons that content may name; any other name shows the compass. */
const icons: Record<string, LucideIcon> = {
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  'arrow-up-right': ArrowUpRight,
  award: Award,
  'badge-check': BadgeCheck,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  'circle-dollar-sign': CircleDollarSign,
  compass: Compass,
  dumbbell: Dumbbell,
  hammer: Hammer,
  'message-circle': MessageCircle,
  'messages-square': MessagesSquare,
  mountain: Mountain,
  'refresh-cw': RefreshCw,
  sprout: Sprout,
  target: Target,
  'trending-down': TrendingDown,
  'trending-up': TrendingUp,
  user: User,
  users: Users,
}

/** An icon by its name in the content; decoration only. */
export function ContentIcon({ name, className }: { name: string | undefined; className?: string }) {
  const Icon = (name && icons[name]) || Compass
  return <Icon className={className} strokeWidth={1.5} aria-hidden="true" />
}
