interface ProgressProps {
	label: string;
	/** Progress from 0 to 100. */
	percent: number;
}

export function Progress({ label, percent }: ProgressProps) {
	const filled = Math.min(100, Math.max(0, percent));
	return (
		<div
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={100}
			aria-valuenow={Math.round(filled)}
			className="h-2.5 overflow-hidden rounded-full bg-sunken"
		>
			<div className="h-full rounded-full bg-leaf transition-[width]" style={{ width: `${filled}%` }} />
		</div>
	);
}

export function ProgressWithPercent(props: ProgressProps) {
	return (
		<div className="flex items-center gap-3">
			<div className="flex-1">
				<Progress {...props} />
			</div>
			<span className="w-12 text-right font-semibold text-14 tabular-nums">{Math.round(props.percent)}%</span>
		</div>
	);
}
