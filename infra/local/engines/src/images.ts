/** The images of the stores, of exact versions: the same in docker-compose.yml, Kubernetes and infra/docker/images. */
export const MONGO_IMAGE = 'mongo:8.0.30';
export const RABBIT_IMAGE = 'rabbitmq:4.2.9';
