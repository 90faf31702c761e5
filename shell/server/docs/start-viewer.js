// Runs in the browser as a separate script: the page's policy allows no inline scripts.
SwaggerUIBundle({
  dom_id: '#viewer',
  url: '/api/docs/openapi.json',
  deepLinking: true,
  displayOperationId: true,
  defaultModelsExpandDepth: -1,
  // The page is read-only: a call needs a session and has effects.
  supportedSubmitMethods: [],
  // The default is another host.
  validatorUrl: null,
});
