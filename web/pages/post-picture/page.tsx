import type { MetaArgs } from 'react-router';
import * as promoteText from '../../../contract/text/promote.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { PostStudio } from '../promote/studio.tsx';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: promoteText.titles.picture, hidden: true });
}

export default function PostPicturePage() {
	return <PostStudio kind="picture" />;
}
