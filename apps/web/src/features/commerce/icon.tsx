import {
  ArrowLeft,
  ArrowRight,
  ArrowUpRight,
  Award,
  BadgeCheck,
  BookOpen,
  Building2,
  CalendarClock,
  Circle,
  Compass,
  Dumbbell,
  GraduationCap,
  Hammer,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Mountain,
  RefreshCw,
  ShieldCheck,
  Sprout,
  Target,
  TrendingUp,
  User,
  Users,
} from 'lucide-react'

/** The icons that the content of the purchase pages may name. */
const icons: Record<string, LucideIcon> = {
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  'arrow-up-right': ArrowUpRight,
  award: Award,
  'badge-check': BadgeCheck,
  'book-open': BookOpen,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  compass: Compass,
  dumbbell: Dumbbell,
  'graduation-cap': GraduationCap,
  hammer: Hammer,
  'message-circle': MessageCircle,
  'messages-square': MessagesSquare,
  mountain: Mountain,
  'refresh-cw': RefreshCw,
  'shield-check': ShieldCheck,
  sprout: Sprout,
  target: Target,
  'trending-up': TrendingUp,
  user: User,
  users: Users,
}

/** An icon by its name; an unknown name is a plain circle. */
export function Icon({ name, className }: { name: string | undefined; className?: string }) {
  const Drawing = (name && icons[name]) || Circle
  return <Drawing aria-hidden="true" strokeWidth={1.5} className={className} />
}
