// before the first paint, so that a dark page never flashes white
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.dataset.theme = 'dark';
  const language = localStorage.getItem('language');
  if (language) document.documentElement.lang = language;
} catch {
  // a browser that refuses storage shows the default
}
