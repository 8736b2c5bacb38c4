/** Whom a course is for; stands on its banner. */
export function LevelBadge({ level }: { level: string }) {
	return (
		<span className="relative inline-flex min-h-6 items-center rounded-control bg-card px-2.5 py-0.5 font-semibold text-12 text-ink">
			{level}
		</span>
	);
}
