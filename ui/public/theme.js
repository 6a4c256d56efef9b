// before the first paint, so that a dark page never flashes white
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches))
    document.documentElement.dataset.theme = 'dark';
  const language = localStorage.getItem('language');
  if (language) document.documentElement.lang = language;
} catch {
  // a browser that refuses storage shows the default
}
