export { profilePath } from '../../contract/page-paths.ts';
