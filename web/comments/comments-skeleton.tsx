import { Skeleton } from '../ui/skeleton.tsx';

export function CommentsSkeleton({ rows }: { rows: number }) {
	return (
		<div className="flex flex-col gap-5">
			{['first', 'second', 'third'].slice(0, rows).map((row) => (
				<div key={row} aria-hidden className="flex gap-3">
					<Skeleton className="size-10 shrink-0 rounded-full" />
					<div className="flex flex-1 flex-col gap-2 pt-1">
						<Skeleton className="h-4 w-2/5 rounded-full" />
						<Skeleton className="h-4 w-full rounded-full" />
					</div>
				</div>
			))}
		</div>
	);
}
