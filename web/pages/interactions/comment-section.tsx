import { profilePath } from '../../../contract/page-paths.ts';
import type { ContentTarget } from '../../../contract/target.ts';
import { Comments } from '../../comments/comments.tsx';
import { useReportDialog } from './interaction-providers.tsx';

interface CommentSectionProps {
	target: ContentTarget;
	id: number;
	count: number;
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
