import { profilePath } from '../../../contract/page-paths.ts';
import type { ContentTarget } from '../../../contract/target.ts';
import { Comments } from '../../comments/comments.tsx';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { useReportDialog } from './interaction-providers.tsx';

interface CommentSectionProps {
	target: ContentTarget;
	id: number;
	count: number;
	/** Question that a tap puts into the comment form. */
	question?: DraftedQuestion | null;
}

export function CommentSection(props: CommentSectionProps) {
	const report = useReportDialog();
	return (
		<Comments
			{...props}
			profilePath={profilePath}
			onReport={({ id }) => report({ kind: 'comment', id, what: 'comment' })}
		/>
	);
}
