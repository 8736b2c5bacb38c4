import type { MetaArgs } from 'react-router';
import { pageMeta } from '../../platform/page-meta.ts';
import { PostStudio } from '../promote/studio.tsx';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: 'Post a picture', hidden: true });
}

export default function PostPicturePage() {
	return <PostStudio kind="picture" />;
}
