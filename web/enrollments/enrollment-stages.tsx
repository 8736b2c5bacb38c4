import { Check, X } from 'lucide-react';
import type { Enrollment } from '../../contract/enrollments/enrollments.ts';
import * as commonText from '../../text/shared/common.ts';
import * as enrollmentsText from '../../text/web/enrollments.ts';
import { formatShortDate } from '../platform/dates.ts';
import { classes } from '../ui/classes.ts';
import { getStages, type Stage } from './stage-status.ts';

export function EnrollmentStages({ enrollment }: { enrollment: Pick<Enrollment, 'state' | 'steps'> }) {
	return (
		<ol aria-label={commonText.state} className="flex">
			{getStages(enrollment).map((stage, index, stages) => (
				<StageItem
					key={stage.state}
					stage={stage}
					number={index + 1}
					last={index === stages.length - 1}
					isNextReached={stage.status === 'done' && stages[index + 1]?.status !== 'ahead'}
				/>
			))}
		</ol>
	);
}

interface StageItemProps {
	stage: Stage;
	number: number;
	last: boolean;
	isNextReached: boolean;
}

const markClasses = {
	done: 'bg-leaf text-on-leaf',
	current: 'bg-card text-leaf outline-2 -outline-offset-2 outline-leaf',
	ahead: 'bg-sunken text-quiet',
	ended: 'bg-danger-soft text-danger',
};

function StageItem({ stage: { state, at, status }, number, last, isNextReached }: StageItemProps) {
	return (
		<li
			aria-current={status === 'current' || status === 'ended' ? 'step' : undefined}
			className={classes('relative flex flex-col gap-2', last ? 'min-w-10 md:w-32' : 'flex-1')}
		>
			{!last && (
				<span
					aria-hidden
					className={classes(
						'absolute top-3.75 right-1.5 left-9.5 h-0.5 rounded-full',
						isNextReached ? 'bg-leaf' : 'bg-line',
					)}
				/>
			)}
			<span
				aria-hidden
				className={classes(
					'flex size-8 shrink-0 items-center justify-center rounded-full font-bold text-14 tabular-nums',
					markClasses[status],
				)}
			>
				{status === 'done' ? <Check className="size-4.5" /> : status === 'ended' ? <X className="size-4.5" /> : number}
			</span>
			<span className="flex flex-col pr-1">
				<span className={classes('text-12 sm:text-14', status === 'ahead' ? 'text-quiet' : 'font-semibold')}>
					{enrollmentsText.states[state]}
				</span>
				{at !== null && (
					<time dateTime={at} className="text-12 text-quiet">
						{formatShortDate(at)}
					</time>
				)}
				{status === 'done' && <span className="sr-only">{enrollmentsText.stageDone}</span>}
			</span>
		</li>
	);
}
