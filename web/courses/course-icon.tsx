import { CodeXml, Layers, type LucideIcon, ShieldCheck, SquareTerminal } from 'lucide-react';
import type { CourseIcon as Name } from '../../contract/courses/course-catalogue.ts';
import { classes } from '../ui/classes.ts';

const icons: Record<Name, LucideIcon> = {
	shield: ShieldCheck,
	terminal: SquareTerminal,
	code: CodeXml,
	layers: Layers,
};

export function CourseIcon({ name, className }: { name: Name; className?: string }) {
	const Icon = icons[name];
	return <Icon aria-hidden className={classes('stroke-[1.75]', className)} />;
}
